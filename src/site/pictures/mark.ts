import { ACCENT } from './strokes.ts'

/** The service's logo: a field wheel whose spokes form a Y. Served as favicon.svg; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
