import { Button, Select, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Loading, Shown } from '../../components/states.tsx'
import { chooseLanguage } from '../../frame/language.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { LANGUAGES, type Language, useLanguage } from '../../texts/index.ts'
import { zonesWith } from '../../zones.ts'
import { Section } from '../apps/item/section.tsx'
import { OwnPrograms } from '../programs/own-programs.tsx'
import { FactorsSection } from './factors.tsx'
import { Hours } from './hours.tsx'
import { Identities } from './identities.tsx'
import { NewAddress } from './new-address.tsx'
import { Notices } from './notices.tsx'
import { Photo } from './photo.tsx'
import classes from './profile.module.css'
import { Sessions } from './sessions.tsx'

/** What people set for themselves. */
export function ProfilePage() {
  const t = useDayTexts().profile
  const asked = useApi('users', 'getProfile', {})
  return (
    <Page title={t.title}>
      <Shown of={asked}>
        {({ user, hours }) => (
          <div className={classes.sections}>
            <Section title={t.me}>
              <Photo name={user.name} photo={user.photo} />
              <Text mt="sm">
                <Link to={links.person(user.id)} className="link">
                  {user.name}
                </Link>
                {`, ${user.login}${user.email && `, ${user.email}`}`}
              </Text>
              <NewAddress />
              <div className={classes.fields}>
                <LanguageInput />
                <ZoneInput zone={user.timezone} />
              </div>
            </Section>
            <Hours isOwn={hours !== null} />
            <Notices />
            <FactorsSection me={user} />
            <Sessions />
            <Identities />
            <OwnPrograms />
            <OwnTokens />
          </div>
        )}
      </Shown>
    </Page>
  )
}

function LanguageInput() {
  const t = useDayTexts().profile
  const language = useLanguage()
  const save = useChange('users', 'saveProfile')
  return (
    <Select
      label={t.language}
      description={t.languageHint}
      allowDeselect={false}
      value={language}
      data={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      onChange={(next) => {
        chooseLanguage(next as Language)
        save.mutate({ input: { language: next as Language } })
      }}
    />
  )
}

function ZoneInput({ zone }: { zone: string }) {
  const t = useDayTexts().profile
  const save = useChange('users', 'saveProfile', { changes: ['user'] })
  return (
    <Select
      label={t.timezone}
      description={t.timezoneHint}
      searchable
      allowDeselect={false}
      value={zone}
      data={zonesWith(zone)}
      onChange={(next) => next && save.mutate({ input: { timezone: next } })}
    />
  )
}

/** Loaded when the rest of the page is there. */
const TokenTable = lazy(async () => ({
  default: (await import('../admin/tokens/token-table.tsx')).TokenTable,
}))
const NewToken = lazy(async () => ({
  default: (await import('../admin/tokens/new-token.tsx')).NewToken,
}))

function OwnTokens() {
  const t = useDayTexts().profile
  const asked = useApi('access', 'listTokens', { input: {} })
  const [isMaking, setMaking] = useState(false)
  return (
    <Section
      title={t.tokens}
      action={
        <Button variant="default" onClick={() => setMaking(true)}>
          {t.newToken}
        </Button>
      }
    >
      <Text className={classes.hint}>{t.tokensHint}</Text>
      <Suspense fallback={<Loading />}>
        <Shown of={asked}>{({ tokens }) => <TokenTable tokens={tokens} />}</Shown>
        {isMaking && <NewToken onClose={() => setMaking(false)} />}
      </Suspense>
    </Section>
  )
}
