import cluster from "node:cluster";

/**
 * Loaded into each child process before its own program. Children have process groups of their own, so that
 * Ctrl-C reaches only the launcher and the portal can finish requests while the provider still answers. When
 * the launcher is killed, this channel closes and the child ends.
 */
process.once("disconnect", () => {
  const { DRAIN_SECONDS = "0", STOP_SECONDS = "25" } = process.env;
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), (Number(DRAIN_SECONDS) + Number(STOP_SECONDS) + 15) * 1000).unref();
});

// A program that has closed its server ends, though the channel is open. A worker needs the channel to listen at all.
if (!cluster.isWorker) process.channel?.unref();
else
  process.once("SIGTERM", () => {
    // Before the program itself waits for the signal, it serves nobody.
    if (process.listenerCount("SIGTERM") === 0) process.exit();
    process.channel?.unref();
  });
