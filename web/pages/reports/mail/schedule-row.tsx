import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useDates } from '../../../components/when.tsx'
import { useMe } from '../../../frame/session.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import classes from '../reports.module.css'
import { type Schedule, settingsOf } from './schedule.ts'
import { timingText } from './words.ts'

export function ScheduleRow({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const t = useTexts().reports.mail
  const dates = useDates()
  const language = useLanguage()
  const me = useMe()
  const { name, timing, format, receivers, pausedReason, nextAt, owner } = schedule
  const to = receivers.length > 0 ? receivers.map((each) => each.name).join(', ') : owner.name
  return (
    <div className={classes.mail}>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm">
          {timingText(timing, t, language)} · {t.formats[format]} · {to}
        </Text>
        <Text size="xs" c={pausedReason ? 'var(--warn-text, orange)' : 'var(--quiet)'}>
          {pausedReason ? t.paused[pausedReason] : nextAt && t.next(dates.moment(nextAt))}
          {owner.id !== me.id && ` · ${t.of(owner.name)}`}
        </Text>
        <Last last={schedule.last} />
      </div>
      <Group gap={4} wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={onEdit}>
          {t.edit}
        </Button>
        <Actions schedule={schedule} />
      </Group>
    </div>
  )
}

/** What became of the newest mails. */
function Last({ last }: { last: Schedule['last'] }) {
  const t = useTexts().reports.mail
  const dates = useDates()
  if (!last) return null
  const counts = (['sent', 'skipped', 'failed', 'waiting'] as const)
    .filter((each) => last[each] > 0)
    .map((each) => t[each](last[each]))
  const isTrouble = last.failed > 0 || (last.waiting > 0 && last.error !== null)
  return (
    <>
      <Text size="xs" c="var(--quiet)">
        {t.before(dates.moment(last.dueAt))} · {counts.join(', ')}
      </Text>
      {isTrouble && (
        <Text size="xs" c="red" role="status">
          {last.error}
        </Text>
      )}
    </>
  )
}

function Actions({ schedule }: { schedule: Schedule }) {
  const t = useTexts().reports.mail
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, pausedReason } = schedule
  const params = { id }
  const change = useChange('reports', 'changeSchedule')
  const send = useChange('reports', 'sendSchedule', {
    onDone: () => notifications.show({ message: t.sending }),
  })
  const { modal } = useForm('reports', 'deleteSchedule', {
    params,
    onClose: () => setDeleting(false),
  })
  const pause = (isPaused: boolean) =>
    change.mutate({ params, input: { ...settingsOf(schedule), isPaused } })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.menu(name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => send.mutate({ params })}>{t.send}</Menu.Item>
          <Menu.Item onClick={() => pause(pausedReason === null)}>
            {pausedReason === null ? t.pause : t.resume}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {t.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <Confirm {...modal} title={t.deleteOf(name)} text={t.deleteText} action={t.delete} />
      )}
    </>
  )
}
