import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { SavedView } from './settings.ts'
import classes from './view-tabs.module.css'

/** A view that everybody has. */
type SharedTab = { code: string; name: string; address: string; isCurrent: boolean }

type TabsProps = {
  shared: SharedTab[]
  /** What a view would keep: the address behind the `?`. */
  search: string
  /** The saved view that the list began with. */
  saved: string
  views: SavedView[]
  onSave: (views: SavedView[]) => void
  /** For who may give it to everybody. */
  onShare?: ((view: SavedView) => void) | undefined
}

const addressOf = ({ id, search }: SavedView): string =>
  `?${search}${search && '&'}view=${encodeURIComponent(id)}`

/** The views of everybody and the reader's own beside each other; each is a link that can be sent to somebody. */
export function ViewTabs({ shared, search, saved, views, onSave, onShare }: TabsProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [naming, setNaming] = useState<SavedView>()
  const current = views.find(({ id }) => id === saved)
  const began = current ? `?${current.search}` : shared.find(({ isCurrent }) => isCurrent)?.address
  const isChanged = began !== `?${search}`
  const put = (next: SavedView) => {
    const isNew = !views.some(({ id }) => id === next.id)
    const all = isNew ? [...views, next] : views.map((each) => (each.id === next.id ? next : each))
    onSave(all)
    void navigate(addressOf(next))
    setNaming(undefined)
  }
  const remove = (gone: SavedView) => {
    onSave(views.filter(({ id }) => id !== gone.id))
    void navigate('?')
  }
  return (
    <div className={classes.line}>
      <nav className={classes.tabs} aria-label={t.apps.views.title}>
        {shared.map(({ code, name, address, isCurrent }) => (
          <Link
            key={code}
            to={address}
            className={classes.tab}
            aria-current={!current && isCurrent ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
        {views.map((each) => (
          <Link
            key={each.id}
            to={addressOf(each)}
            className={classes.tab}
            aria-current={each === current ? 'page' : undefined}
          >
            {each.name}
          </Link>
        ))}
      </nav>
      {current && (
        <ViewMenu
          onRename={() => setNaming(current)}
          onDelete={() => remove(current)}
          onShare={onShare && (() => onShare(current))}
          name={current.name}
        />
      )}
      {current && isChanged && (
        <Button variant="subtle" size="compact-xs" onClick={() => put({ ...current, search })}>
          {t.apps.views.update}
        </Button>
      )}
      {isChanged && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setNaming({ id: crypto.randomUUID(), name: '', search })}
        >
          {t.apps.views.save}
        </Button>
      )}
      {naming && <NameForm of={naming} onSave={put} onClose={() => setNaming(undefined)} />}
    </div>
  )
}

type MenuProps = {
  name: string
  onRename: () => void
  onDelete: () => void
  onShare: (() => void) | undefined
}

function ViewMenu({ name, onRename, onDelete, onShare }: MenuProps) {
  const t = useTexts()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t.apps.views.menu(name)}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t.apps.views.rename}</Menu.Item>
        {onShare && <Menu.Item onClick={onShare}>{t.apps.views.share}</Menu.Item>}
        <Menu.Item color="red" onClick={onDelete}>
          {t.apps.views.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type FormProps = { of: SavedView; onSave: (view: SavedView) => void; onClose: () => void }

function NameForm({ of, onSave, onClose }: FormProps) {
  const t = useTexts()
  const [name, setName] = useState(of.name)
  return (
    <FormModal
      title={t.apps.views.name}
      submit={t.frame.actions.save}
      onSubmit={() => onSave({ ...of, name: name.trim() })}
      onClose={onClose}
      size="sm"
      isDisabled={!name.trim()}
    >
      <TextField aria-label={t.apps.views.name} data-autofocus value={name} onChange={setName} />
    </FormModal>
  )
}
