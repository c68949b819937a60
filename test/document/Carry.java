// Makes the same calls as go/main.go, with the client that openapi-generator generates. The amount is sent as text,
// because Gson writes numbers of this size with an exponent, which the service refuses.

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CashoutsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.Amount;
import org.openapitools.client.model.ApproveCashout;
import org.openapitools.client.model.Cashout;
import org.openapitools.client.model.CashoutEvent;
import org.openapitools.client.model.CreateCashout;
import org.openapitools.client.model.Event;

public final class Carry {
  private static String given(String name) {
    return System.getenv(name);
  }

  /** Adds the token, and the HMAC of exactly the bytes that are sent. */
  private static Response sign(Interceptor.Chain chain) throws IOException {
    Request request = chain.request();
    Buffer body = new Buffer();
    if (request.body() != null) request.body().writeTo(body);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(given("HMAC_SECRET").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      String signature = HexFormat.of().formatHex(mac.doFinal(body.readByteArray()));
      return chain.proceed(
          request.newBuilder().header("hmac", signature).header("authorization", "Bearer " + given("TOKEN")).build());
    } catch (java.security.GeneralSecurityException error) {
      throw new IOException(error);
    }
  }

  private static ApiClient opened(String url) {
    OkHttpClient http = new OkHttpClient.Builder().addInterceptor(Carry::sign).build();
    return new ApiClient(http).setBasePath(url);
  }

  private static String text(Double number) {
    return new java.math.BigDecimal(number.toString()).toPlainString();
  }

  /** Returns the event of a cashout, as soon as the feed contains it. */
  private static CashoutEvent eventOf(ApiClient client, Cashout cashout) throws Exception {
    for (int tries = 0; tries < 300; tries++) {
      for (Event one : new WebhooksApi(client).listEvents(given("BRANCH"), given("NUMBER"), null, null).getResults()) {
        if (one.getActualInstance() instanceof CashoutEvent told && told.getData().getId().equals(cashout.getId()))
          return told;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("the feed does not have the event");
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = opened(given("SERVICE"));
    CashoutsApi service = new CashoutsApi(client);
    Amount amount = new Amount();
    amount.setActualInstance(given("AMOUNT"));
    Cashout created =
        service.createCashout(
            new CreateCashout()
                .sourceAccountBranchIdentifier(given("BRANCH"))
                .sourceAccountNumber(given("NUMBER"))
                .amount(amount)
                .key("fulano@example.com"),
            null);
    Cashout again = service.getCashout(created.getId());
    CashoutEvent event = eventOf(client, created);

    CashoutsApi server = new CashoutsApi(opened(given("SERVER")));
    Long id = Long.valueOf(given("ID"));
    Cashout far = server.getCashout(id);
    Cashout approved = server.approveCashout(new ApproveCashout().id(id));

    Map<String, String> carried = new LinkedHashMap<>();
    carried.put("amount sent as text", text(created.getAmount()));
    carried.put("amount read again", text(again.getAmount()));
    carried.put("amount of the event", text(event.getData().getAmount()));
    carried.put("event", event.getType().getValue());
    carried.put("amount beside the id", text(far.getAmount()));
    carried.put("id", far.getId().toString());
    carried.put("id sent", approved.getId().toString());
    System.out.println(new Gson().toJson(carried));
  }
}
