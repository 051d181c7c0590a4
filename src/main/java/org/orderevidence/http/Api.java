package org.orderevidence.http;

import org.orderevidence.account.Scope;
import org.orderevidence.http.RequestPath.Resource;
import org.orderevidence.service.EvidenceService;

/** All that is served. */
final class Api {
    private Api() {}

    static Routes routes(EvidenceService service, Limits limits, StoreFaults faults) {
        BodyMemory memory = BodyMemory.ofProcess(limits.bodyBytes());
        return new Routes()
                .add(Resource.TRACK, "POST", Scope.WRITE, new TrackOperation(service, limits, memory))
                .add(Resource.UPLOAD, "POST", Scope.WRITE, new UploadOperation(service, limits, memory))
                .add(Resource.LIVEZ, "GET", null, HealthOperation::alive)
                .add(Resource.READYZ, "GET", null, new HealthOperation(service, faults));
    }
}
