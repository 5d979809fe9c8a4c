import { Badge, Button, Menu, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMe } from '../../../frame/session.tsx'
import { links } from '../../../links.ts'
import type { FileEntry } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import {
  type Added,
  ATTACHMENT,
  KINDS,
  type Kind,
  kindOf,
  mayAdd,
  nameOf,
  ownerPath,
  shownFiles,
} from '../parts.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'
import { NewPart } from './new-part.tsx'

type FileListProps = { draft: Draft; file: string }
type Heading = Kind | typeof ATTACHMENT

/** Everything the solution consists of, by kind. */
export function FileList({ draft, file }: FileListProps) {
  const t = useBuildTexts().shell
  const isNarrow = useMediaQuery('(max-width: 900px)')
  const files = shownFiles(draft.info?.files ?? [])
  const groups = [...KINDS, ATTACHMENT as Heading]
    .map((kind) => ({ kind, entries: files.filter((each) => kindOf(each) === kind) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav className={classes.files} aria-label={t.files}>
      {draft.isMine && <AddMenu draft={draft} />}
      {isNarrow ? (
        <Choice draft={draft} file={file} groups={groups} />
      ) : (
        groups.map(({ kind, entries }) => (
          <section key={kind} aria-label={t.groups[kind]}>
            <div className={classes.heading}>{t.groups[kind]}</div>
            <ul className={classes.list}>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <Entry draft={draft} entry={entry} isHere={entry.path === file} />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </nav>
  )
}

type EntryProps = { draft: Draft; entry: FileEntry; isHere: boolean }

function Entry({ draft, entry, isHere }: EntryProps) {
  const t = useBuildTexts().shell
  // What is wrong with a diagram is wrong with its process.
  const wrong = draft.problems.filter(
    ({ file }) => file === entry.path || ownerPath(file) === entry.path,
  ).length
  return (
    <Link
      className={classes.entry}
      to={links.draft(draft.id, entry.path)}
      aria-current={isHere ? 'page' : undefined}
      data-state={entry.state}
      title={entry.path}
    >
      <span className={classes.entryName}>{nameOf(entry)}</span>
      {entry.state !== 'same' && (
        <span
          className={classes.mark}
          data-state={entry.state}
          role="img"
          aria-label={t.states[entry.state]}
          title={t.states[entry.state]}
        />
      )}
      {wrong > 0 && (
        <Badge size="xs" color="red" circle aria-label={t.problems(wrong)}>
          {wrong}
        </Badge>
      )}
    </Link>
  )
}

type ChoiceProps = FileListProps & { groups: { kind: Heading; entries: FileEntry[] }[] }

/** On a narrow screen the list would push the designer out of sight. */
function Choice({ draft, file, groups }: ChoiceProps) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  return (
    <Select
      aria-label={t.files}
      placeholder={t.choose}
      my="xs"
      data={groups.map(({ kind, entries }) => ({
        group: t.groups[kind],
        items: entries.map((entry) => ({ value: entry.path, label: nameOf(entry) })),
      }))}
      value={file || null}
      onChange={(path) => path && void navigate(links.draft(draft.id, path))}
    />
  )
}

function AddMenu({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  const me = useMe()
  const [kind, setKind] = useState<Added>()
  const added = Object.keys(t.added) as Added[]
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" fullWidth leftSection={<IconPlus size={14} aria-hidden />}>
            {t.add}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {added
            .filter((each) => mayAdd(me, each))
            .map((each) => (
              <Menu.Item key={each} onClick={() => setKind(each)}>
                {t.added[each].name}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {kind && <NewPart draft={draft} kind={kind} onClose={() => setKind(undefined)} />}
    </>
  )
}
