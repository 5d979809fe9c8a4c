import { useNavigate } from 'react-router'
import { links } from '../links.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'

type Actions = { palette: () => void; help: () => void; inbox: () => void }

/** The keyboard, wherever one is. */
export function useFrameShortcuts(actions: Actions): void {
  const navigate = useNavigate()
  const goTo = (link: string) => () => void navigate(link)
  useShortcuts('frame', {
    ...actions,
    tasks: goTo(links.tasks()),
    processes: goTo(links.processes),
    files: goTo(links.files),
    channels: goTo(links.channels),
    people: goTo(links.people),
    reports: goTo(links.reports),
  })
}
