import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTexts } from '../texts/index.ts'

/** What the console says in passing; each notice can be closed, also by name. */
export function Notices() {
  const { close } = useTexts().frame.actions
  const defaultProps = { closeButtonProps: { 'aria-label': close } }
  return (
    <MantineThemeProvider inherit theme={{ components: { Notification: { defaultProps } } }}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  )
}
