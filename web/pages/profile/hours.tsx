import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { DAYS } from '../../../src/lib/working-week.ts'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { Shown } from '../../components/states.tsx'
import { useForm } from '../../components/use-form.tsx'
import { weekdayName } from '../../days.ts'
import { useDayTexts } from '../../texts/day.ts'
import { useLanguage } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import classes from './profile.module.css'

/** When somebody works: as their calendar says, or as they say themselves. */
export function Hours({ isOwn }: { isOwn: boolean }) {
  const t = useDayTexts().profile
  const language = useLanguage()
  const asked = useApi('calendars', 'own', {})
  const [isChanging, setChanging] = useState(false)
  const save = useChange('users', 'saveProfile', { onDone: () => void asked.refetch() })
  return (
    <Section title={t.hours}>
      <Text className={classes.hint}>{`${t.hoursHint} ${isOwn ? t.own : t.ofCalendar}`}</Text>
      <Shown of={asked}>
        {({ week, zone }) => (
          <>
            <dl className={classes.week}>
              {week.map((hours, day) => (
                <div key={DAYS[day]}>
                  <dt>{weekdayName(language, day)}</dt>
                  <dd>{hours.join(', ') || t.free}</dd>
                </div>
              ))}
            </dl>
            <Text className={classes.hint}>{zone}</Text>
            <Group gap="xs" mt="xs">
              <Button variant="default" onClick={() => setChanging(true)}>
                {isOwn ? t.changeHours : t.setHours}
              </Button>
              {isOwn && (
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={() => save.mutate({ input: { hours: null } })}
                >
                  {t.dropHours}
                </Button>
              )}
            </Group>
            {isChanging && (
              <ChangeHours
                week={week}
                onClose={() => setChanging(false)}
                onDone={() => {
                  void asked.refetch()
                  setChanging(false)
                }}
              />
            )}
          </>
        )}
      </Shown>
    </Section>
  )
}

type Week = ReplyOf<'calendars', 'own'>['week']

type ChangeHoursProps = { week: Week; onClose: () => void; onDone: () => void }

function ChangeHours({ week, onClose, onDone }: ChangeHoursProps) {
  const t = useDayTexts().profile
  const language = useLanguage()
  const { values, field, modal } = useForm('users', 'saveProfile', {
    values: Object.fromEntries(week.map((hours, day) => [String(day), hours.join(', ')])),
    request: (texts) => {
      const days = DAYS.map((day, at) => [day, texts[at]?.split(/[,;\s]+/).filter(Boolean) ?? []])
      return { input: { hours: Object.fromEntries(days.filter(([, spans]) => spans?.length)) } }
    },
    onClose,
    onDone,
  })
  return (
    <FormModal {...modal} title={t.setHours} submit={t.saveHours}>
      <Text size="xs" c="var(--quiet)">
        {t.spans}
      </Text>
      {Object.keys(values).map((day) => (
        <TextField key={day} {...field(day, weekdayName(language, Number(day)))} />
      ))}
    </FormModal>
  )
}
