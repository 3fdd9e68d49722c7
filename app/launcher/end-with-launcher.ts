/**
 * Loaded into each child process before its own program. Children have process groups of their own, so that
 * Ctrl-C reaches only the launcher and the portal can finish requests while the provider still answers. When
 * the launcher is killed, this channel closes and the child ends.
 */
process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 40_000).unref();
});
process.channel?.unref();
