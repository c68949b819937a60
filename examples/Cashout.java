// Sends a cashout of 1.23, using only the JDK (17 or later). Gets a token, signs the request, sends an idempotency key,
// and repeats the call if there is no answer.
//
//   java examples/Cashout.java                    with the credentials in .local/demo.json
//   DEMO=other.json java examples/Cashout.java    with the credentials of another client

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Cashout {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        String file = System.getenv().getOrDefault("DEMO", ".local/demo.json");
        String demo = Files.readString(Path.of(file));
        // Amounts are sent as text, because a double is not exact.
        String content = """
            {"source_account_branch_identifier":"%s","source_account_number":"%s",\
            "amount":"1.23","key":"fulano@example.com","tag":"from Java"}"""
            .formatted(
                field(demo, "source_account_branch_identifier"), field(demo, "source_account_number"));
        // Use one key per payout, and store it before the first try. With the same key, all tries are one payout.
        HttpResponse<String> answer = sendCashout(demo, content, UUID.randomUUID().toString());
        System.out.println(answer.body());
        System.exit(answer.statusCode() == 200 ? 0 : 1);
    }

    private static HttpResponse<String> sendCashout(String demo, String content, String key) throws Exception {
        // The signature covers exactly the bytes that are sent, so the body is serialised once.
        byte[] body = content.getBytes(UTF_8);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(field(demo, "hmac_secret").getBytes(UTF_8), "HmacSHA256"));
        HttpRequest request = call(demo, "/create-cashout-self-approve")
            .header("authorization", "Bearer " + fetchToken(demo))
            .header("hmac", HexFormat.of().formatHex(mac.doFinal(body)))
            .header("idempotency-key", key)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
        // After no answer, a 500 or a 503 the outcome is unknown. Repeat the call with the same key to learn it.
        for (int attempt = 0; attempt < 5; attempt++) {
            try {
                HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
                if (answer.statusCode() < 500) return answer;
            } catch (IOException fault) {
                System.err.println(fault);
            }
            Thread.sleep(1_000L << attempt);
        }
        throw new IOException("still unknown: ask again later with the key " + key);
    }

    private static String fetchToken(String demo) throws Exception {
        String credentials = field(demo, "client_id") + ":" + field(demo, "client_secret");
        HttpRequest request = call(demo, "/oauth2/token")
            .header("authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials"))
            .build();
        HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("no token: " + answer.statusCode() + " " + answer.body());
        return field(answer.body(), "access_token");
    }

    private static HttpRequest.Builder call(String demo, String path) {
        return HttpRequest.newBuilder(URI.create(field(demo, "base_url") + path)).timeout(Duration.ofSeconds(30));
    }

    /** Returns the first text field with this name. The JDK has no JSON parser, so use your usual library instead. */
    private static String field(String json, String name) {
        var found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(json);
        if (!found.find()) throw new IllegalArgumentException("no " + name);
        return found.group(1);
    }
}
