import { ActionIcon, Group, Menu, Select, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useBuildTexts } from '../../texts.ts'
import type { Modeler } from '../modeler/modeler.ts'
import { isRunnable } from '../modeler/runnable.ts'
import type { Shape } from '../modeler/services.ts'
import { labelOf } from '../settings/label.ts'

type ActionsProps = { modeler: Modeler; shape: Shape | undefined }

/** What the mouse does on the canvas, for the keyboard: choose, append, connect, delete. */
export function ElementActions({ modeler, shape }: ActionsProps) {
  const t = useBuildTexts().processes
  const shapes = elementsOf(modeler)
  const select = (id: string | null) => {
    const found = id === null ? undefined : modeler.get('elementRegistry').get(id)
    modeler.get('selection').select(found ?? null)
    if (found) modeler.get('canvas').scrollToElement(found)
  }
  return (
    <Group gap={6} align="end" wrap="nowrap">
      <Select
        size="xs"
        flex={1}
        label={t.panel.element}
        placeholder={t.panel.whole}
        searchable
        clearable
        data={shapes.map(toOption)}
        value={shape?.id ?? null}
        onChange={select}
      />
      {shape && canLead(shape) && <Append modeler={modeler} shape={shape} />}
      {shape && (
        <Tooltip label={t.panel.remove}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t.panel.remove}
            onClick={() => modeler.get('modeling').removeElements([shape])}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

function Append({ modeler, shape }: { modeler: Modeler; shape: Shape }) {
  const t = useBuildTexts().processes
  const append = (type: string) => {
    const made = modeler.get('elementFactory').createShape({ type })
    const appended = modeler.get('autoPlace').append(shape, made)
    // Its name is typed in the panel.
    modeler.get('directEditing').cancel()
    modeler.get('selection').select(appended)
  }
  const targets = elementsOf(modeler).filter(
    (each) =>
      each !== shape &&
      !each.waypoints &&
      modeler.get('rules').allowed('connection.create', { source: shape, target: each }),
  )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label={t.panel.append} title={t.panel.append}>
          <IconPlus size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t.panel.append}</Menu.Label>
        {Object.entries(t.kinds)
          .filter(([type]) => isRunnable({ type }))
          .map(([type, label]) => (
            <Menu.Item key={type} onClick={() => append(type)}>
              {label}
            </Menu.Item>
          ))}
        {targets.length > 0 && <Menu.Label>{t.panel.connect}</Menu.Label>}
        {targets.map((target) => (
          <Menu.Item key={target.id} onClick={() => modeler.get('modeling').connect(shape, target)}>
            {labelOf(target.businessObject)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const HIDDEN =
  /^(label$|bpmn:(Process|Collaboration|Participant|DataObject|MessageFlow|Association))/

/** What can be selected, without labels and the plane itself. */
const elementsOf = (modeler: Modeler): Shape[] =>
  modeler
    .get('elementRegistry')
    .filter(({ type, parent }) => parent !== undefined && !HIDDEN.test(type))

const toOption = ({ id, businessObject }: Shape) => ({ value: id, label: labelOf(businessObject) })

const canLead = ({ type, waypoints }: Shape): boolean =>
  !waypoints && /Task$|Activity$|Process$|Gateway$|Event$/.test(type) && type !== 'bpmn:EndEvent'
