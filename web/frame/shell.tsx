import { ActionIcon, Alert, AppShell, Burger, Group, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Loading } from '../components/states.tsx'
import { useTexts } from '../texts/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { CurlLine } from './curl-line.tsx'
import { InboxButton } from './inbox-button.tsx'
import { useLive } from './live.ts'
import { useIsOffline } from './live-state.ts'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { useFrameShortcuts } from './shortcuts.ts'
import { catchKeys, takeKeys } from './type-ahead.ts'

const Palette = lazy(async () => {
  try {
    return { default: (await import('./palette.tsx')).Palette }
  } catch (error) {
    takeKeys()
    throw error
  }
})
const Help = lazy(async () => ({ default: (await import('./help.tsx')).Help }))
const Inbox = lazy(async () => ({ default: (await import('./inbox.tsx')).Inbox }))
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }))

type Above = 'palette' | 'help' | 'inbox'

/** Around every page: where to go, who I am, what the page asked. */
export function Shell() {
  const t = useTexts()
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const isOffline = useIsOffline()
  const [above, setAbove] = useState<Above>()
  const shut = useCallback(() => {
    takeKeys()
    setAbove(undefined)
  }, [])
  const show = useCallback((what: Above) => () => setAbove(what), [])
  useLive()
  const search = useCallback(() => {
    catchKeys(shut)
    setAbove('palette')
  }, [shut])
  useFrameShortcuts({ palette: search, help: show('help'), inbox: show('inbox') })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu has done its work
  useEffect(() => {
    close()
  }, [pathname, close])
  return (
    <AppShell
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a href="#content" className={classes.skip}>
        {t.frame.menu.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes.header}>
        <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t.frame.menu.open} />
        <Text fw={600} flex={1}>
          {t.frame.product}
        </Text>
        <SearchButton onOpen={search} />
        <InboxButton onOpen={show('inbox')} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.side}>
        <Group className={classes.brand} gap={8} visibleFrom="sm">
          <img src="/icon.svg" alt="" width={22} height={22} />
          <Link to="/" className={classes.product}>
            {t.frame.product}
          </Link>
          <SearchButton onOpen={search} />
          <InboxButton onOpen={show('inbox')} />
        </Group>
        <Navigation />
        <Group className={classes.foot} justify="space-between" wrap="nowrap">
          <AccountMenu />
          <CurlLine />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        {isOffline && (
          <Alert color="orange" variant="light" radius={0} role="status" py={6}>
            {t.frame.states.offline}
          </Alert>
        )}
        <Suspense>
          <Tour />
        </Suspense>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <Suspense>
        {above === 'palette' && <Palette onClose={shut} />}
        {above === 'help' && <Help onClose={shut} />}
        {above === 'inbox' && <Inbox onClose={shut} />}
      </Suspense>
    </AppShell>
  )
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  return (
    <Tooltip label={`${t.frame.palette.title} · Ctrl K`}>
      <ActionIcon variant="subtle" color="gray" onClick={onOpen} aria-label={t.frame.palette.title}>
        <IconSearch size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
