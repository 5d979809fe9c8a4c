import { Alert, Anchor, Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useChange } from '../../../api.ts'
import { Feed } from '../../../components/feed/feed.tsx'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Moves } from '../moves.ts'
import {
  type App,
  type Item,
  type ItemAddress,
  type Locked,
  useApp,
  useItem,
  useMayChange,
  useRights,
} from './app.ts'
import { ApprovalsSection } from './approvals-section.tsx'
import { EditForm } from './edit-form.tsx'
import { FieldsView } from './fields-view.tsx'
import { FilesSection } from './files-section.tsx'
import { useForm } from './form-layout.ts'
import { FormTabs } from './form-tabs.tsx'
import classes from './item.module.css'
import { ItemActions } from './item-actions.tsx'
import { ProcessesSection } from './processes-section.tsx'
import { RegistrationsSection } from './registrations-section.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TasksSection } from './tasks-section.tsx'

const RelatedSection = lazy(async () => ({
  default: (await import('./related-section.tsx')).RelatedSection,
}))

export function ItemPage() {
  const { namespace = '', code = '', id = '' } = useParams()
  const address = { namespace, code, id }
  const app = useApp(address)
  const item = useItem(address)
  return (
    <Shown of={app}>
      {({ application }) => (
        <Shown of={item}>
          {({ item: shown, transitions, locked = [] }) => (
            <ItemView
              key={id}
              app={application}
              item={shown}
              moves={transitions}
              locked={locked}
              address={address}
            />
          )}
        </Shown>
      )}
    </Shown>
  )
}

type ItemViewProps = { app: App; item: Item; moves: Moves; address: ItemAddress }

function ItemView({ locked, ...props }: ItemViewProps & { locked: readonly Locked[] }) {
  const { app, item, moves, address } = props
  const [isEditing, setEditing] = useState(false)
  const isDeleted = Boolean(item.__deletedAt)
  const mayChange = useMayChange(address, item)
  const canChange = mayChange && !isDeleted
  const edit = canChange && !isEditing ? () => setEditing(true) : undefined
  return (
    <Page
      title={String(item.__name)}
      above={
        <Anchor component={Link} inherit to={links.app(address.namespace, address.code)}>
          {app.name}
        </Anchor>
      }
      actions={
        !isDeleted && <ItemActions {...{ app, item, locked, canChange, address }} onEdit={edit} />
      }
      below={<Marks {...{ app, item, moves, address, canChange }} />}
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          {isDeleted && <Deleted address={address} />}
          {isEditing ? (
            <EditForm {...{ app, item, locked, address }} onClose={() => setEditing(false)} />
          ) : (
            <ItemFields app={app} item={item} address={canChange ? address : undefined} />
          )}
          <TasksSection address={address} />
          <ApprovalsSection address={address} />
          <RegistrationsSection app={app} address={address} />
          <ProcessesSection address={address} />
          <Suspense>
            <RelatedSection address={address} />
          </Suspense>
          <FilesSection {...{ app, item, address }} />
        </div>
        <aside className={classes.aside}>
          <Feed of={address} />
        </aside>
      </div>
    </Page>
  )
}

type ItemFieldsProps = { app: App; item: Item; address: ItemAddress | undefined }

function ItemFields({ app, item, address }: ItemFieldsProps) {
  const editing = address && { app, address }
  return (
    <FormTabs form={useForm(app, 'view', item)} isPrinted>
      {({ fields, columns }) => <FieldsView {...{ fields, item, columns, editing }} />}
    </FormTabs>
  )
}

type MarksProps = ItemViewProps & { canChange: boolean }

/** The status, and who did something last. */
function Marks({ app, item, moves, address, canChange }: MarksProps) {
  const t = useTexts()
  return (
    <div className={classes.marks}>
      <StatusMenu {...{ app, item, moves, address, canChange }} />
      <span>
        {t.items.page.createdBy} <PeopleValue value={item.__createdBy} isShort />
        <When at={String(item.__createdAt)} />
      </span>
      <span>
        {t.items.page.updatedBy} <PeopleValue value={item.__updatedBy} isShort />
        <When at={String(item.__updatedAt)} />
      </span>
    </div>
  )
}

function Deleted({ address: { namespace, code, id } }: { address: ItemAddress }) {
  const t = useTexts()
  const rights = useRights({ namespace, code })
  const restore = useChange('apps', 'restoreItem')
  return (
    <Alert color="yellow" title={t.items.page.isDeleted}>
      {rights.delete && (
        <Button
          variant="default"
          loading={restore.isPending}
          onClick={() => restore.mutate({ params: { namespace, code, id } })}
        >
          {t.items.page.restore}
        </Button>
      )}
    </Alert>
  )
}
