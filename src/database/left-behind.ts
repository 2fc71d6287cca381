/**
 * Tables about where the service runs, not about what it keeps: ways into the console, processes, and files on one
 * machine's disk. They stay behind when a database is moved, backed up or restored, so that an ended session does not
 * come back.
 */
export const LEFT_BEHIND: readonly string[] = ['console_links', 'console_sessions', 'presence', 'uploads']
