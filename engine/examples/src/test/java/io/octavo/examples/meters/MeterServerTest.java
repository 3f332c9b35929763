package io.octavo.examples.meters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MeterServerTest {
  @TempDir Path directory;

  private static String get(MeterServer server) throws IOException, InterruptedException {
    URI page = URI.create("http://localhost:" + server.port() + "/");
    HttpRequest request = HttpRequest.newBuilder(page).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Test
  @Timeout(60)
  void aServerShowsWhatAnotherProcessWrites() throws IOException, InterruptedException {
    Path file = directory.resolve("meters.oct");
    Store.open(file).close();
    try (MeterServer server = new MeterServer(file, 0)) {
      assertThat(get(server)).isEmpty();
      Process importer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  MeterImporter.class.getName(),
                  file.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedWriter lines =
          new BufferedWriter(new OutputStreamWriter(importer.getOutputStream(), UTF_8))) {
        lines.write("idle 90\nload 3\n");
        lines.flush();
        String page = get(server);
        while (!page.contains("load")) {
          Thread.sleep(20);
          page = get(server);
        }
        assertThat(page).isEqualTo("idle\t1 values, mean 90.0\nload\t1 values, mean 3.0\n");
        lines.write("idle 100\n");
        lines.flush();
        while (!page.contains("idle\t2 values, mean 95.0")) {
          Thread.sleep(20);
          page = get(server);
        }
      }
      assertThat(importer.waitFor()).isZero();
      assertThat(get(server)).contains("idle\t2 values");
    }
  }
}
