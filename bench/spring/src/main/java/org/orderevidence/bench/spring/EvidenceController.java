package org.orderevidence.bench.spring;

import jakarta.validation.Valid;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The three operations. */
@RestController
@RequestMapping("/api/v2")
class EvidenceController {
    private final EvidenceService service;

    EvidenceController(EvidenceService service) {
        this.service = service;
    }

    @PostMapping("/track")
    long track(@RequestAttribute(ApiKeyInterceptor.ACCOUNT) long account, @RequestBody @Valid TrackRequest request) {
        return service.track(account, request);
    }

    @PostMapping("/orders/upload")
    EvidenceService.UploadAnswer upload(
            @RequestAttribute(ApiKeyInterceptor.ACCOUNT) long account, @RequestBody @Valid UploadRequest request) {
        return service.upload(account, request);
    }

    @GetMapping("/orders/{id}")
    ResponseEntity<FetchAnswer> fetch(
            @RequestAttribute(ApiKeyInterceptor.ACCOUNT) long account, @PathVariable String id) {
        return ResponseEntity.of(service.fetch(account, id));
    }
}
