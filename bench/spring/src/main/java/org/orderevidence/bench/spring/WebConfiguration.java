package org.orderevidence.bench.spring;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the check of keys in front of all controllers. */
@Configuration
class WebConfiguration implements WebMvcConfigurer {
    private final ApiKeyInterceptor keys;

    WebConfiguration(ApiKeyInterceptor keys) {
        this.keys = keys;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(keys);
    }
}
