package org.orderevidence.bench.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/**
 * Track, upload and fetch with Spring Boot, Spring Data JPA and PostgreSQL, written the way most teams would: what the
 * service is compared with. The rule is a simplified one.
 */
@SpringBootApplication
public class SpringVersion {
    public static void main(String[] args) {
        ApplicationContext started = SpringApplication.run(SpringVersion.class, args);
        int port = ((WebServerApplicationContext) started).getWebServer().getPort();
        System.out.println("listening on http://127.0.0.1:" + port);
    }
}
