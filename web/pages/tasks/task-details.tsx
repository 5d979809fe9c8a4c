import { ActionIcon, Anchor, Button, Group } from '@mantine/core'
import { IconArrowForwardUp, IconClock, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Due } from '../../components/due.tsx'
import { MuteButton } from '../../components/mute.tsx'
import { Person } from '../../components/person.tsx'
import { useDates } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { ChangeDue, ChangePercent } from './changes.tsx'
import { isOpen, type TaskForm } from './form.ts'
import { HandOver } from './hand-over.tsx'
import { Remind } from './remind.tsx'
import classes from './task.module.css'

type Changing = 'due' | 'percent' | 'performer' | 'reminder'

export function TaskDetails({ form }: { form: TaskForm }) {
  const t = useTexts()
  const dates = useDates()
  const navigate = useNavigate()
  const { task } = form
  const [changing, change] = useState<Changing>()
  const canChange = isOpen(form) && form.canSubmit
  const close = () => change(undefined)
  const until = isOpen(form) ? (task.snoozedUntil ?? task.followUpAt) : null
  const pencil = (what: Changing, label: string) =>
    canChange && <Pencil label={label} onClick={() => change(what)} />
  return (
    <section>
      <dl className={classes.facts}>
        <Fact name={t.tasks.page.due} action={pencil('due', t.tasks.page.changeDue)}>
          <Due at={task.dueAt} isOver={!isOpen(form)}>
            {task.dueAt ? dates.moment(task.dueAt) : t.tasks.page.noDue}
          </Due>
        </Fact>
        <Fact name={t.tasks.page.performers}>
          {task.performers.map(({ id, name }) => (
            <Person key={id} id={id} name={name} isLink />
          ))}
        </Fact>
        <Fact name={t.tasks.page.author}>
          <Person id={task.author.id} name={task.author.name} isLink />
        </Fact>
        {task.watchers.length > 0 && (
          <Fact name={t.tasks.create.watchers}>
            {task.watchers.map(({ id, name }) => (
              <Person key={id} id={id} name={name} isLink />
            ))}
          </Fact>
        )}
        {!form.plain && (
          <Fact name={t.tasks.page.process}>
            <Anchor component={Link} to={links.instance(task.instanceId)} inherit>
              {task.processName}
            </Anchor>
          </Fact>
        )}
        {task.priority !== 0 && (
          <Fact name={t.tasks.filter.priority}>{t.tasks.priority(task.priority)}</Fact>
        )}
        {until && (
          <Fact name={t.tasks.remind.action}>
            {until === task.followUpAt
              ? t.tasks.remind.told(dates.moment(until))
              : t.tasks.remind.until(dates.moment(until))}
          </Fact>
        )}
        <Fact name={t.tasks.page.percent} action={pencil('percent', t.tasks.page.changePercent)}>
          {dates.number(task.percent)} %
        </Fact>
      </dl>
      <Group gap="xs">
        {canChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowForwardUp size={16} stroke={1.6} aria-hidden />}
            onClick={() => change('performer')}
          >
            {t.tasks.reassign.action}
          </Button>
        )}
        {isOpen(form) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconClock size={16} stroke={1.6} aria-hidden />}
            onClick={() => change('reminder')}
          >
            {t.tasks.remind.action}
          </Button>
        )}
        <MuteButton object={`task:${task.id}`} />
      </Group>
      {changing === 'reminder' && (
        <Remind ids={[task.id]} isSnoozed={until !== null} onClose={close} />
      )}
      {changing === 'due' && <ChangeDue task={task} onClose={close} />}
      {changing === 'percent' && <ChangePercent task={task} onClose={close} />}
      {changing === 'performer' && (
        <HandOver
          tasks={[{ __id: task.id, __name: task.name }]}
          onClose={close}
          onDone={() => void navigate(links.tasks())}
        />
      )}
    </section>
  )
}

type FactProps = { name: string; action?: ReactNode; children: ReactNode }

const Fact = ({ name, action, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Group gap={6}>
        {children}
        {action}
      </Group>
    </dd>
  </div>
)

const Pencil = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
    <IconPencil size={14} stroke={1.6} />
  </ActionIcon>
)
