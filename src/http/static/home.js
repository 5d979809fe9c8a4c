const health = document.getElementById('health')
const copy = document.getElementById('copy')

function show(state, text) {
  health.dataset.state = state
  health.textContent = text
}

async function askHealth() {
  try {
    const response = await fetch('/health/ready', { signal: AbortSignal.timeout(5000) })
    if (response.ok) show('ready', 'healthy')
    else show('down', 'not ready: see the log of the server')
  } catch {
    show('down', 'the server does not answer')
  }
}

async function copyCall() {
  await navigator.clipboard.writeText(document.getElementById('call').textContent)
  copy.textContent = 'Copied'
  setTimeout(() => {
    copy.textContent = 'Copy'
  }, 2000)
}

await askHealth()
setInterval(askHealth, 15_000)

// Browsers give the clipboard to secure pages only.
if (navigator.clipboard) {
  copy.hidden = false
  copy.addEventListener('click', copyCall)
}
