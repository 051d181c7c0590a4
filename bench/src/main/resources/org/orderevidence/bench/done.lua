-- Ends every script: one line that Wrk.java reads. Times are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT requests=%d micros=%d mean=%.1f p50=%d p95=%d p99=%d p999=%d failures=%d\n",
    summary.requests, summary.duration, latency.mean,
    latency:percentile(50), latency:percentile(95), latency:percentile(99), latency:percentile(99.9),
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
