import { Select, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { chooseLanguage } from '../../frame/language.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { LANGUAGES, type Language, useLanguage } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import { Notices } from './notices.tsx'
import classes from './profile.module.css'
import { Sessions } from './sessions.tsx'

/** What people set for themselves. */
export function ProfilePage() {
  const t = useDayTexts().profile
  const asked = useApi('users', 'getProfile', {})
  return (
    <Page title={t.title}>
      <Shown of={asked}>
        {({ user }) => (
          <div className={classes.sections}>
            <Section title={t.me}>
              <Text>
                <Link to={links.person(user.id)} className="link">
                  {user.name}
                </Link>
                {`, ${user.login}${user.email && `, ${user.email}`}`}
              </Text>
              <div className={classes.fields}>
                <LanguageInput />
                <ZoneInput zone={user.timezone} />
              </div>
            </Section>
            <Hours />
            <Notices />
            <Sessions />
            <Section title={t.tokens}>
              <Text className={classes.hint}>{t.tokensHint}</Text>
              <Link to={links.adminPart('tokens')} className="link">
                {t.manageTokens}
              </Link>
            </Section>
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

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

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
      data={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
      onChange={(next) => next && save.mutate({ input: { timezone: next } })}
    />
  )
}

/** Monday is the first day of 2024. */
const dayName = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + day)),
  )

function Hours() {
  const t = useDayTexts().profile
  const language = useLanguage()
  const { data } = useApi('calendars', 'own', {}, { fresh: 600_000 })
  if (!data) return null
  return (
    <Section title={t.hours}>
      <Text className={classes.hint}>{t.hoursHint}</Text>
      <dl className={classes.week}>
        {data.week.map((hours, day) => (
          <div key={dayName('en', day)}>
            <dt>{dayName(language, day)}</dt>
            <dd>{hours.join(', ') || t.free}</dd>
          </div>
        ))}
      </dl>
      <Text className={classes.hint}>{data.zone}</Text>
    </Section>
  )
}
