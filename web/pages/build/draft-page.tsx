import { Alert } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useAddressState } from '../../components/address-state.ts'
import { Page } from '../../components/page.tsx'
import { Failure, Loading } from '../../components/states.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { links } from '../../links.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { type Draft, useDraft } from './draft/use-draft.ts'
import { kindOf, nameOf } from './parts.ts'
import { Behind } from './shell/behind.tsx'
import classes from './shell/build.module.css'
import { DraftBar } from './shell/draft-bar.tsx'
import { EditorPane } from './shell/editor-pane.tsx'
import { FileList } from './shell/file-list.tsx'
import { FilePanel } from './shell/file-panel.tsx'
import { Refused } from './shell/refused.tsx'
import { useBuildTexts } from './texts.ts'

/** The builder: the parts of a solution at the left, the designer of one of them beside it. */
export function DraftPage() {
  const { id = '' } = useParams()
  const draft = useDraft(id)
  if (draft.info) return <Builder draft={draft} />
  return draft.error ? <Failure error={draft.error} again={draft.refresh} /> : <Loading />
}

function Builder({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  const { get } = useAddressState()
  const [hasText, setText] = useState(false)
  const file = get('file')
  const files = draft.info?.files ?? []
  const entry = files.find(({ path }) => path === file)
  const solution = files.find(({ kind }) => kind === 'solution')
  const name = solution?.name || draft.info?.solution || ''
  const title = entry && kindOf(entry) !== 'solution' ? nameOf(entry) : name
  // Outside of a text, which has its own.
  const nothing = () => {}
  useShortcuts('build', {
    undo: draft.isMine ? draft.undo : nothing,
    redo: draft.isMine ? draft.redo : nothing,
  })
  return (
    <Page
      title={title}
      above={
        <>
          <Link to={links.build}>{t.title}</Link> › {name}
        </>
      }
      actions={<DraftBar draft={draft} name={name} file={file} {...{ hasText, setText }} />}
      isFull
    >
      {draft.isMine ? (
        <>
          <Behind draft={draft} />
          <Refused draft={draft} />
        </>
      ) : (
        <Alert color="gray" variant="light" mb="sm" role="note">
          {t.ofOther} <PeopleValue value={draft.info?.author} isShort />
        </Alert>
      )}
      <div className={classes.builder} data-text={(hasText && file !== '') || undefined}>
        <FileList draft={draft} file={file} />
        <div className={classes.editor}>
          <div inert={!draft.isMine}>
            <EditorPane draft={draft} file={file} />
          </div>
        </div>
        {hasText && file && <FilePanel draft={draft} file={file} />}
      </div>
    </Page>
  )
}
