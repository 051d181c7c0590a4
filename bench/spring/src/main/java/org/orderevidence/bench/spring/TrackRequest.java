package org.orderevidence.bench.spring;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;

/** The body of a track. */
record TrackRequest(
        @NotBlank @Email String email,

        @NotBlank @Pattern(regexp = "[0-9.]{7,15}|[0-9a-fA-F:.]{2,45}")
        String ip,

        Instant observedAt) {}
