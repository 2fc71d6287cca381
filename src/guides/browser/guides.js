/** Copies code. Without scripts the buttons are invisible, and the layout stays the same. */

document.documentElement.classList.add('scripted')

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('.copy') : null
  const code = button?.closest('figure')?.querySelector('code')
  if (!button || !code) return
  // What a browser does not copy is selected, at least.
  getSelection()?.selectAllChildren(code)
  if (!document.execCommand('copy')) return
  button.classList.add('copied')
  for (const said of button.querySelectorAll('[role=status]')) said.textContent = 'Copied'
})

/** Tells of the key that was pasted; it is in no address and in no store. */
addEventListener('submit', async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.key) return
  event.preventDefault()
  const key = String(new FormData(form).get('key')).trim()
  form.reset()
  const answer = await fetch(form.dataset.key, { headers: { authorization: `Bearer ${key}` }, cache: 'no-store' })
  const told = await answer.json()
  const { name, tier, limit_per_minute: limit, expires_at: end, usage = [] } = told
  const text = `${name}: ${tier}, ${limit ?? 'any number of'} requests a minute, ${end ? `until ${end}` : 'without an end'}.`
  for (const line of document.querySelectorAll('[data-told]')) line.textContent = answer.ok ? text : told.detail
  for (const table of document.querySelectorAll('[data-days]')) {
    if (table instanceof HTMLElement) table.hidden = usage.length === 0
    const rows = usage.map((/** @type {Record<string, unknown>} */ one) => {
      const row = document.createElement('tr')
      for (const value of [one.day, one.requests, one.refused]) row.insertCell().textContent = String(value)
      return row
    })
    table.querySelector('tbody')?.replaceChildren(...rows)
  }
})
