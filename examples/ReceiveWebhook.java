// Receives webhooks: verifies each delivery, processes each event once, and answers immediately.
//
//   WEBHOOK_SECRET=whsec_... PORT=4000 java examples/ReceiveWebhook.java
//
// Nothing but the JDK (17 or later) is needed. The signature is that of Standard Webhooks
// (https://www.standardwebhooks.com).

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class ReceiveWebhook {
    private static final String SECRET = System.getenv().getOrDefault("WEBHOOK_SECRET", "");
    private static final byte[] KEY = Base64.getDecoder().decode(SECRET.replaceFirst("^whsec_", ""));
    private static final int PORT = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
    private static final long TOLERANCE_SECONDS = 300;
    private static final Pattern TYPE = Pattern.compile("\"type\"\\s*:\\s*\"([^\"\\\\]*)\"");

    /** The ids of processed events. In production, store them in the transaction that processes the event. */
    private static final Set<String> TAKEN = ConcurrentHashMap.newKeySet();

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), 0);
        server.createContext("/", ReceiveWebhook::receive);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("listening on http://localhost:" + PORT);
    }

    private static void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (!isGenuine(exchange.getRequestHeaders(), body)) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            // A 2xx confirms the delivery. Do slow work after the answer.
            exchange.sendResponseHeaders(204, -1);
            // The header has the event's id. The JDK has no JSON parser, so use your usual library for the body.
            String id = exchange.getRequestHeaders().getFirst("webhook-id");
            var type = TYPE.matcher(new String(body, UTF_8));
            if (TAKEN.add(id)) System.out.println((type.find() ? type.group(1) : "?") + " " + id);
        }
    }

    private static boolean isGenuine(Headers headers, byte[] body) {
        String id = headers.getFirst("webhook-id");
        String timestamp = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return false;
        // An old delivery may be a replay by an attacker.
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        long age = System.currentTimeMillis() / 1_000 - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(sign(id, timestamp, body))).getBytes(UTF_8);
        // For a day after a rotation there are two signatures. One valid signature is enough.
        for (String given : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, given.getBytes(UTF_8))) return true;
        }
        return false;
    }

    /** The signature covers the received bytes. Parsing and serialising the JSON again would change them. */
    private static byte[] sign(String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException fault) {
            throw new IllegalStateException(fault);
        }
    }
}
