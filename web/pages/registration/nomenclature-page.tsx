import { Button } from '@mantine/core'
import { IconPlus, IconRubberStamp } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { DirectoryForm } from './directory-form.tsx'
import { DirectoryNode } from './directory-node.tsx'
import { FolderForm } from './folder-form.tsx'
import { type Directory, type Folder, useFolders } from './folders.ts'
import classes from './nomenclature.module.css'
import { RegistrationTabs } from './registration-tabs.tsx'

/** What a form is about: something that is there, or something new in a directory. */
export type Editing =
  | { kind: 'directory'; directory?: Directory; parent: Directory | null }
  | { kind: 'folder'; folder?: Folder; directory: Directory }

/** Offices, categories and folders, with how each folder numbers. */
export function NomenclaturePage() {
  const t = useTexts().registration
  const me = useMe()
  const tree = useFolders()
  const [editing, setEditing] = useState<Editing>()
  const offices = tree.directories.filter(({ parentId }) => parentId === null)
  return (
    <Page
      title={t.nomenclature}
      actions={
        me.isAdministrator && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => setEditing({ kind: 'directory', parent: null })}
          >
            {t.newOffice}
          </Button>
        )
      }
      below={<RegistrationTabs />}
    >
      {!tree.isKnown && tree.error && <Failure error={tree.error} again={tree.refetch} />}
      {!tree.isKnown && !tree.error && <Loading />}
      {tree.isKnown && offices.length === 0 && (
        <Empty icon={IconRubberStamp} title={t.noOffices} hint={t.noOfficesHint} />
      )}
      <ul className={classes.tree} aria-label={t.nomenclature}>
        {offices.map((directory) => (
          <DirectoryNode
            key={directory.id}
            directory={directory}
            tree={tree}
            depth={0}
            {...(me.isAdministrator && { onEdit: setEditing })}
          />
        ))}
      </ul>
      {editing?.kind === 'directory' && (
        <DirectoryForm {...editing} onClose={() => setEditing(undefined)} />
      )}
      {editing?.kind === 'folder' && (
        <FolderForm {...editing} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  )
}
