import { Avatar, Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { links } from '../links.ts'
import { LANGUAGES, type Language, useLanguage, useTexts } from '../texts/index.ts'
import classes from './account-menu.module.css'
import { forms } from './form-drafts.ts'
import { chooseLanguage } from './language.tsx'
import { leaving } from './leaving.ts'
import { useMe } from './session.tsx'

const SCHEMES = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

export function AccountMenu() {
  const t = useTexts()
  const me = useMe()
  const language = useLanguage()
  const queries = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = async () => {
    await Promise.all([...leaving].map((send) => send()))
    forms.removeAllOf(me.id)
    const { url } = await client.providers.signOut()
    queries.clear()
    location.assign(url ?? '/')
  }
  const mark = (isChosen: boolean) => isChosen && <IconCheck size={14} />
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar name={me.name} color="initials" size={24} radius="xl" aria-hidden />
          <span className={classes.name}>
            <VisuallyHidden>{t.frame.account.menu}: </VisuallyHidden>
            {me.name}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={links.profile} leftSection={<IconUser size={14} />}>
          {t.frame.account.profile}
        </Menu.Item>
        <Menu.Label>{t.frame.account.theme}</Menu.Label>
        {Object.entries(SCHEMES).map(([name, Icon]) => {
          const scheme = name as keyof typeof SCHEMES
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={14} />}
              rightSection={mark(colorScheme === scheme)}
              onClick={() => setColorScheme(scheme)}
            >
              {t.frame.account[scheme]}
            </Menu.Item>
          )
        })}
        <Menu.Label>{t.frame.account.language}</Menu.Label>
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <Menu.Item
            key={code}
            rightSection={mark(code === language)}
            onClick={() => chooseLanguage(code as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
          {t.frame.account.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
