import { Button } from '@mantine/core'
import { IconRubberStamp } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Tag } from '../../../components/tag.tsx'
import { useDates } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { App, ItemAddress } from './app.ts'
import classes from './item.module.css'
import { Register } from './register.tsx'
import { Section } from './section.tsx'

/** The numbers that an item has in the registers; only apps that are registered have any. */
export function RegistrationsSection({ app, address }: { app: App; address: ItemAddress }) {
  const t = useTexts()
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const settings = app.params.registrationSettings as { nomenclatureIds?: string[] } | null
  const { data } = useApi(
    'registration',
    'list',
    { params: address },
    { enabled: settings !== null },
  )
  if (!settings || !data) return null
  return (
    <Section
      title={t.items.sections.registrations}
      action={
        <Button
          variant="default"
          leftSection={<IconRubberStamp size={14} stroke={1.6} />}
          onClick={() => setOpen(true)}
        >
          {t.items.sections.register}
        </Button>
      }
    >
      {data.result.length === 0 && (
        <span className={classes.quiet}>{t.items.sections.noRegistrations}</span>
      )}
      {data.result.length > 0 && (
        <div className={classes.rows}>
          {data.result.map(({ id, number, date, registrarId, status }) => (
            <div key={id} className={classes.row}>
              <strong className={classes.grow}>{number}</strong>
              <Tag state={status}>{t.items.registrationStates[status]}</Tag>
              <PeopleValue value={registrarId} isShort />
              <span className={classes.quiet}>{dates.day(date)}</span>
            </div>
          ))}
        </div>
      )}
      {isOpen && (
        <Register
          address={address}
          folders={settings.nomenclatureIds ?? []}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}
