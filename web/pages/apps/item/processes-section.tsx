import { Button, Group, Menu } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Person } from '../../../components/person.tsx'
import { Tag } from '../../../components/tag.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'
import classes from './item.module.css'
import { type Template, useStartable } from './processes.ts'
import { Section } from './section.tsx'
import { StartProcess } from './start-process.tsx'

type Run = ReplyOf<'processes', 'instances'>['instances'][number]

/** The processes that run or ran about an item, and those that can be started. */
export function ProcessesSection({ address }: { address: ItemAddress }) {
  const t = useTexts()
  const [starting, setStarting] = useState<Template>()
  const startable = useStartable(address)
  const item = `${address.namespace}/${address.code}/${address.id}`
  const { data } = useApi('processes', 'instances', { input: { item } })
  const runs = data?.instances ?? []
  if (startable.length === 0 && runs.length === 0) return null
  return (
    <Section
      title={t.items.sections.processes}
      action={startable.length > 0 && <StartMenu templates={startable} onPick={setStarting} />}
    >
      {runs.length > 0 ? (
        <div className={classes.rows}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </div>
      ) : (
        <span className={classes.quiet}>{t.items.sections.noProcesses}</span>
      )}
      {starting && (
        <StartProcess
          template={starting}
          address={address}
          onClose={() => setStarting(undefined)}
        />
      )}
    </Section>
  )
}

function RunRow({ run }: { run: Run }) {
  const t = useTexts()
  // Many may be asked at one step.
  const where = [...new Set(run.at.map(({ name }) => name))].filter(Boolean)
  return (
    <Link to={links.instance(run.id)} className={classes.row}>
      <span className={classes.grow}>
        {run.name}
        {where.length > 0 && <span className={classes.quiet}> · {where.join(', ')}</span>}
      </span>
      <Tag state={run.state}>{t.items.instanceStates[run.state]}</Tag>
      <Person id={run.author.id} name={run.author.name} />
      <span className={classes.quiet}>
        <When at={run.startedAt} />
      </span>
    </Link>
  )
}

type StartMenuProps = { templates: Template[]; onPick: (template: Template) => void }

/** The buttons say what they start; of many there is a menu. */
const MOST_BUTTONS = 2

function StartMenu({ templates, onPick }: StartMenuProps) {
  const t = useTexts()
  const icon = <IconPlayerPlay size={14} stroke={1.6} />
  if (templates.length <= MOST_BUTTONS) {
    return (
      <Group gap="xs">
        {templates.map((template) => (
          <Button
            key={template.id}
            variant="default"
            leftSection={icon}
            onClick={() => onPick(template)}
          >
            {template.name}
          </Button>
        ))}
      </Group>
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon}>
          {t.items.sections.start}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map((template) => (
          <Menu.Item key={template.id} onClick={() => onPick(template)}>
            {template.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
