/**
 * Loaded into each child before its own program. The children stand in process groups of their own, so that a Ctrl-C
 * reaches the launcher alone and the portal can end its requests while the provider still answers. A launcher that is
 * killed outright closes this channel, and nothing may outlive it.
 */
process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 40_000).unref();
});
process.channel?.unref();
