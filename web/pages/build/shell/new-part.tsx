import { Select } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FormModal } from '../../../components/form-modal.tsx'
import { links } from '../../../links.ts'
import type { Edit } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { startOf } from '../editors.ts'
import {
  type Added,
  isOfApp,
  isOfCompany,
  nameOf,
  pathOf,
  workspaceEdits,
  workspaceOf,
} from '../parts.ts'
import { AppStart, type StartEdits } from '../start/app-start.tsx'
import { useBuildTexts } from '../texts.ts'
import { NameAndCode, useNameAndCode } from './name-and-code.tsx'

type NewPartProps = { draft: Draft; kind: Added; onClose: () => void }

/** Asks for a name, and where it belongs; the code follows from the name. */
export function NewPart({ draft, kind, onClose }: NewPartProps) {
  const texts = useBuildTexts()
  const t = texts.shell
  const navigate = useNavigate()
  const spaces = workspacesIn(draft)
  const named = useNameAndCode(kind)
  const { name, code } = named
  const [workspace, setWorkspace] = useState(spaces[0]?.value ?? draft.info?.solution ?? '')
  const [begin, setBegin] = useState<StartEdits | null>()
  const apps = appsIn(draft)
  const [app, setApp] = useState(apps[0]?.value ?? '')
  const path = pathOf(kind, { workspace, app, code })
  const isTaken = draft.info?.files.some((file) => file.path === path && file.state !== 'removed')
  const isHomeless = isOfApp(kind) && app === ''
  const create = () => {
    if (named.isWrong || isTaken || !name || begin === null || isHomeless) return
    const start = { workspace, app, code, name }
    const edits: Edit[] = begin?.(path, start.name) ?? startOf(kind, start, texts)
    draft.edit([...spaceEdits(draft, kind, workspace), ...edits])
    void draft.flush().then(() => navigate(links.draft(draft.id, path)))
    onClose()
  }
  return (
    <FormModal
      title={t.added[kind].title}
      submit={t.create}
      onSubmit={create}
      onClose={onClose}
      isDisabled={begin === null || isHomeless}
    >
      <NameAndCode value={named} isTaken={isTaken === true} />
      {isOfApp(kind) && (
        <Select
          label={t.addToApp}
          data={apps}
          value={app || null}
          error={isHomeless && t.noApps}
          allowDeselect={false}
          onChange={(value) => value && setApp(value)}
        />
      )}
      {!isOfCompany(kind) && !isOfApp(kind) && spaces.length > 1 && (
        <Select
          label={t.addTo}
          data={spaces}
          value={workspace}
          allowDeselect={false}
          onChange={(value) => value && setWorkspace(value)}
        />
      )}
      {kind === 'app' && <AppStart draft={draft} onChange={(edits) => setBegin(() => edits)} />}
    </FormModal>
  )
}

const workspacesIn = ({ info }: Draft) =>
  (info?.files ?? [])
    .filter(({ kind, state }) => kind === 'workspace' && state !== 'removed')
    .map((entry) => ({ value: workspaceOf(entry.path), label: nameOf(entry) }))

const appsIn = ({ info }: Draft) =>
  (info?.files ?? [])
    .filter(({ kind, state }) => kind === 'app' && state !== 'removed')
    .map((entry) => ({ value: entry.path, label: nameOf(entry) }))

/** The first part of a solution brings a workspace, which is called like the solution. */
function spaceEdits({ info }: Draft, kind: Added, workspace: string): Edit[] {
  if (isOfCompany(kind) || isOfApp(kind)) return []
  const files = info?.files ?? []
  const solution = files.find((file) => file.kind === 'solution')
  const name = solution ? nameOf(solution) : workspace
  return workspaceEdits(files, { workspace, code: workspace, name })
}
