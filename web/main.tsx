import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { asking } from './api.ts'
import { App } from './frame/app.tsx'
import { firstLanguage } from './frame/language.tsx'
import { queries } from './frame/queries.ts'

document.documentElement.lang = firstLanguage()
void ask()

/** What every page needs is asked for while the texts and the page are still on their way. */
async function ask(): Promise<void> {
  try {
    await queries.fetchQuery(asking('access', 'currentSession'))
    void queries.prefetchQuery(asking('workplace', 'navigation'))
    void queries.prefetchQuery(asking('workplace', 'getSettings'))
  } catch {
    // Whoever is not signed in is asked to; other failures are told by who needs the answer.
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no place for the console')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
