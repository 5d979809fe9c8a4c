import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCode,
  IconDots,
  IconEye,
  IconHistory,
  IconPencil,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAddressState } from '../../../components/address-state.ts'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Draft } from '../draft/use-draft.ts'
import { hasCode, nameOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'
import { Discard } from './discard.tsx'
import { ProblemsButton } from './problems-button.tsx'
import { Publish } from './publish.tsx'
import { RemovePart } from './remove-part.tsx'
import { RenamePart } from './rename-part.tsx'
import { SeeAs } from './see-as.tsx'

type DraftBarProps = {
  draft: Draft
  name: string
  file: string
  hasText: boolean
  setText: (hasText: boolean) => void
}

/** Whether everything is saved, what is wrong, and the way to publish it. */
export function DraftBar({ draft, name, file, hasText, setText }: DraftBarProps) {
  const t = useBuildTexts().shell
  const { get, set } = useAddressState()
  return (
    <>
      {draft.isMine && (
        <>
          <Text className={classes.state ?? ''} role="status" aria-label={t.bar}>
            {t.saving[draft.saving]}
          </Text>
          <UndoButtons draft={draft} />
        </>
      )}
      <ProblemsButton draft={draft} />
      {file && (
        <Button
          variant={hasText ? 'light' : 'default'}
          aria-pressed={hasText}
          leftSection={<IconCode size={15} stroke={1.6} aria-hidden />}
          onClick={() => setText(!hasText)}
        >
          {t.file}
        </Button>
      )}
      {draft.isMine && (
        <>
          <Button disabled={isSame(draft)} onClick={() => set({ publish: '1' })}>
            {t.publish}
          </Button>
          <MoreMenu draft={draft} name={name} file={file} />
        </>
      )}
      {draft.isMine && get('publish') && (
        <Publish draft={draft} name={name} onClose={() => set({ publish: null })} />
      )}
    </>
  )
}

/** There is nothing to publish. */
const isSame = ({ saving, info }: Draft): boolean =>
  saving === 'saved' && (info?.files.every(({ state }) => state === 'same') ?? true)

function UndoButtons({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  return (
    <ActionIcon.Group>
      <Tooltip label={`${t.undo} · Ctrl Z`}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t.undo}
          disabled={!draft.canUndo}
          onClick={draft.undo}
        >
          <IconArrowBackUp size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t.redo} · Ctrl Shift Z`}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t.redo}
          disabled={!draft.canRedo}
          onClick={draft.redo}
        >
          <IconArrowForwardUp size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </ActionIcon.Group>
  )
}

function MoreMenu({ draft, name, file }: Pick<DraftBarProps, 'draft' | 'name' | 'file'>) {
  const t = useTexts()
  const own = useBuildTexts().shell
  const [asked, setAsked] = useState<'discard' | 'remove' | 'rename' | 'seeAs'>()
  const entry = draft.info?.files.find(({ path, state }) => path === file && state !== 'removed')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t.frame.actions.more}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={links.buildHistory(draft.info?.solution ?? '')}
            leftSection={<IconHistory size={15} stroke={1.6} aria-hidden />}
          >
            {own.history}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEye size={15} stroke={1.6} aria-hidden />}
            onClick={() => setAsked('seeAs')}
          >
            {own.seeAs.title}
          </Menu.Item>
          {entry && hasCode(entry) && (
            <Menu.Item
              leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('rename')}
            >
              {own.rename.whole}
            </Menu.Item>
          )}
          {entry && entry.kind !== 'solution' && (
            <Menu.Item
              leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('remove')}
            >
              {own.removeOf(nameOf(entry))}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrashX size={15} stroke={1.6} aria-hidden />}
            onClick={() => setAsked('discard')}
          >
            {own.discard}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'discard' && (
        <Discard id={draft.id} name={name} onClose={() => setAsked(undefined)} isHere />
      )}
      {asked === 'seeAs' && <SeeAs draft={draft} onClose={() => setAsked(undefined)} />}
      {asked === 'rename' && entry && (
        <RenamePart draft={draft} entry={entry} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'remove' && entry && (
        <RemovePart draft={draft} entry={entry} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
