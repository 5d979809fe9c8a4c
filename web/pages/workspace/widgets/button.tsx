import { Button } from '@mantine/core'
import { IconExternalLink, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { links } from '../../../links.ts'
import classes from '../workspace.module.css'
import { placeOf, type WidgetProps } from './widget.ts'

/** Starts a process, creates an item, or leads somewhere. */
export function ButtonWidget({ name, settings }: WidgetProps<'button'>) {
  const { label = name, text, start, create, link } = settings
  return (
    <div className={classes.action}>
      {text && <span>{text}</span>}
      {create && <Create app={create} label={label} />}
      {start && <Start process={start} label={label} />}
      {link && (
        <Button
          component="a"
          href={safe(link)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={14} stroke={1.6} />}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

/** A definition may say anything; a click never runs it. */
const safe = (link: string): string | undefined =>
  /^(https?:\/\/|mailto:|\/(?!\/))/i.test(link) ? link : undefined

function Create({ app, label }: { app: string; label: string }) {
  const { namespace, code } = placeOf(app)
  return (
    <Button
      component={Link}
      to={links.newItem(namespace, code)}
      leftSection={<IconPlus size={14} stroke={1.6} />}
    >
      {label}
    </Button>
  )
}

function Start({ process, label }: { process: string; label: string }) {
  const { namespace, code } = placeOf(process)
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const all = data?.workspaces.flatMap(({ processes }) => processes) ?? []
  const id = all.find((each) => each.namespace === namespace && each.code === code)?.id
  return (
    <Button
      component={Link}
      to={id ? links.startProcess(id) : links.processes}
      leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
    >
      {label}
    </Button>
  )
}
