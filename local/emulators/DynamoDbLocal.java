// DynamoDB Local on 127.0.0.1 alone, and no longer than the process `parent`, if that is given. It has no options for these.

import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

class DynamoDbLocal {
  public static void main(String[] options) throws Exception {
    var parent = Long.getLong("parent");
    if (parent != null)
      ProcessHandle.of(parent)
          .ifPresentOrElse(
              process -> process.onExit().thenRun(() -> System.exit(0)), () -> System.exit(0));
    var dynamo = ServerRunner.createServerFromCommandLineArgs(options);
    var field = dynamo.getClass().getDeclaredField("server");
    field.setAccessible(true);
    var server = (Server) field.get(dynamo);
    for (var connector : server.getConnectors()) ((ServerConnector) connector).setHost("127.0.0.1");
    dynamo.start();
    server.join();
  }
}
