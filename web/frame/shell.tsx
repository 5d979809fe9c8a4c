import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Loading } from '../components/states.tsx'
import { useTexts } from '../texts/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { CurlLine } from './curl-line.tsx'
import { useLive } from './live.ts'
import { Navigation } from './navigation.tsx'
import { forgetRequests } from './requests.ts'
import classes from './shell.module.css'

/** Around every page: where to go, who I am, what the page asked. */
export function Shell() {
  const t = useTexts()
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  useLive()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins anew
  useEffect(() => {
    close()
    return forgetRequests
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
        <Text fw={600}>{t.frame.product}</Text>
      </AppShell.Header>
      <AppShell.Navbar className={classes.side}>
        <Group className={classes.brand} gap={8} visibleFrom="sm">
          <img src="/icon.svg" alt="" width={22} height={22} />
          <Link to="/">
            <Text fw={600}>{t.frame.product}</Text>
          </Link>
        </Group>
        <Navigation />
        <Group className={classes.foot} justify="space-between" wrap="nowrap">
          <AccountMenu />
          <CurlLine />
        </Group>
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}
