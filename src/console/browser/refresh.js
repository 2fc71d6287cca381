// Replaces the figures of the overview every few seconds, until somebody pauses it.
const EVERY_MS = 15_000
const PAUSE = 'Pause refreshing'

const button = document.createElement('button')
button.className = 'button'
button.type = 'button'
button.textContent = PAUSE
const told = document.createElement('span')
told.className = 'quiet'
document.getElementById('refresh').append(button, told)
let isPaused = false

button.addEventListener('click', () => {
  isPaused = !isPaused
  button.textContent = isPaused ? 'Go on refreshing' : PAUSE
  if (!isPaused) void refresh()
})

async function refresh() {
  const figures = document.getElementById('figures')
  // Whoever is reading or opening something there is not disturbed.
  if (isPaused || document.hidden || figures.contains(document.activeElement)) return
  const answer = await fetch(location.href, { headers: { 'x-refresh': '1' } }).catch(() => undefined)
  if (!answer?.ok) {
    told.textContent = 'The service did not answer; these figures are older.'
    return
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.getElementById('figures')
  if (isPaused || !fresh || figures.contains(document.activeElement)) return
  figures.replaceWith(fresh)
  told.textContent = ` Refreshed at ${new Date().toLocaleTimeString()}`
}

setInterval(refresh, EVERY_MS)
