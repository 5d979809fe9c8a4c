import type { ReactNode } from 'react'
import { useLanguage, useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import type { User } from './person-page.tsx'
import { Section } from './section.tsx'

/** How to reach somebody, and what else is known of them. */
export function Facts({ user }: { user: User }) {
  const t = useTexts().people
  const language = useLanguage()
  const phones = [...(user.workPhone ?? []), ...(user.mobilePhone ?? [])]
  const day = (at: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))
  const facts: [string, ReactNode][] = [
    [t.fields.email, user.email && <a href={`mailto:${user.email}`}>{user.email}</a>],
    [
      t.fields.phone,
      phones.length > 0 &&
        phones.map(({ tel, ext }) => (
          <div key={tel}>
            <a href={`tel:${tel}`}>{tel}</a>
            {ext && ` ${t.extension(ext)}`}
          </div>
        )),
    ],
    [t.fields.login, user.login],
    [t.fields.birthDate, user.birthDate && day(user.birthDate)],
    [t.fields.hireDate, user.hireDate && day(user.hireDate)],
    [t.fields.timezone, user.timezone && <LocalTime zone={user.timezone} />],
  ]
  return (
    <Section title={t.sections.contact}>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Section>
  )
}

/** What the clock says where they are. */
function LocalTime({ zone }: { zone: string }) {
  const t = useTexts().people
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: zone })
  return (
    <>
      {zone} <span className={classes.quiet}>{t.localTime(time.format(new Date()))}</span>
    </>
  )
}
