/**
 * Tables that speak of where the service runs and not of what it keeps: ways into the console, processes, and files that
 * lie on the disk of one of them. They stay behind when a database moves, is backed up or restored, so that a session
 * that was ended does not come back to life.
 */
export const LEFT_BEHIND: readonly string[] = ['console_links', 'console_sessions', 'presence', 'uploads']
