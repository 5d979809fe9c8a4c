import type { Outcome } from './report.ts'

type Case = { outcome: Outcome; why: string }

const taken: Case = { outcome: 'taken', why: '' }
const changed = (why: string): Case => ({ outcome: 'changed', why })
const byHand = (why: string): Case => ({ outcome: 'by hand', why })
const refused = (why: string): Case => ({ outcome: 'not understood', why })

const PROGRAM = 'Kontor has no such step: a program does it, as a worker of its topic'

/**
 * Everything that packages are known to say, and what becomes of it. What is not in here is refused by
 * its name.
 */
export const coverage = {
  component: {
    appView: taken,
    template: taken,
    group: taken,
    permissionSettings: taken,
    doctemplate: taken,
    settings: taken,
    custom_activity: taken,
    extension: taken,
    contract: byHand('packages do not say which fields of the apps it takes: name them in "apps"'),
    serial: byHand('the number to go on with is set when items are brought'),
    page: changed('workspaces and apps are in the menu by themselves'),
    widget: byHand('widgets are programs for the browser of another product: build the page anew'),
    pagePermissions: changed('whoever may read something in a workspace sees the workspace'),
    applicationDirectoriesPermissions: refused('there are no rights on folders of items'),
    custom_activity_group: changed('actions are listed by module'),
    scripts: taken,
    scripts_runtime: taken,
    subscription: taken,
    localization: changed('texts come in the language of the package'),
    element_activity_settings: refused('settings of the other product’s CRM'),
    warm_up_stages_settings: refused('settings of the other product’s CRM'),
  },
  field: {
    STRING: taken,
    FLOAT: taken,
    INTEGER: taken,
    BOOLEAN: taken,
    DATETIME: taken,
    ENUM: taken,
    MONEY: taken,
    PHONE: taken,
    EMAIL: taken,
    FILE: taken,
    IMAGE: taken,
    ACCOUNT: taken,
    LINK: taken,
    FULL_NAME: taken,
    JSON: taken,
    ROLE: taken,
    REF_ITEM: taken,
    SYS_USER: taken,
    SYS_COLLECTION: taken,
    TABLE: taken,
    CATEGORY: refused(
      'it is a tree of folders, not a field: items are in one folder by __directory',
    ),
    STATUS: refused('an app has one set of statuses, by __status'),
  },
  appType: { STANDARD: taken, DOCUMENT: taken, EVENT: taken },
  form: {
    create: taken,
    edit: taken,
    view: taken,
    tile: changed('cards show the fields of the view "board"'),
    massEdit: changed('many items are changed with the fields of the edit form'),
  },
  right: {
    read: taken,
    create: taken,
    update: taken,
    delete: taken,
    export: taken,
    import: taken,
    assign: byHand('whoever gives rights has "manage" here, which is more: grant it by hand'),
    bpmanage: byHand('whoever steers processes has "manage" here, which is more: grant it by hand'),
  },
  subject: {
    group: taken,
    role: taken,
    user: byHand('users do not come in packages: grant it when they are here'),
    orgstruct: byHand('the org chart does not come in packages: grant it when it is here'),
  },
  accessType: {
    collection: taken,
    none: byHand('it was open to everybody: nothing is granted until you say so in "rights"'),
    directory: byHand('rights were given by folder, which there are none of: nothing is granted'),
    row: byHand('rights were given item by item, which packages do not hold: nothing is granted'),
  },
  element: {
    start: taken,
    end: taken,
    user: taken,
    gateway: taken,
    event: taken,
    assignment: taken,
    status: taken,
    app_create: taken,
    app_update: taken,
    doc_template: taken,
    notification: taken,
    send_mail: taken,
    call: taken,
    ca: taken,
    approval_list_process: taken,
    approval_list_close: taken,
    inform_list_process: taken,
    sign_item: taken,
    script: taken,
    pdf_convert: byHand(PROGRAM),
    file_template: byHand(PROGRAM),
    send_sms: byHand(PROGRAM),
    app_element_permissions: byHand(PROGRAM),
    registration: refused(
      'its settings are unknown: name "targetFieldCode" and "folder" of the step',
    ),
  },
  handler: { script: taken, process: taken },
  happening: { item_create: taken, item_update: taken },
  gateway: { exclusive: taken, inclusive: taken, parallel: taken },
  event: {
    timer: taken,
    app_await_status: refused('its settings are unknown: name "target" and "status" of the event'),
  },
  transition: { plain: taken, default: taken, error: taken, timer: taken },
  lane: { dynamic: taken, static: taken },
  laneGroup: { common: taken },
  relation: { equal: taken, greater: taken, empty: taken },
  operand: { context: taken, manual: taken },
  binding: { context: taken, manual: taken },
  conversion: { to_scalar: taken, to_array: taken },
  receiver: {
    context: taken,
    group: taken,
    current: taken,
    system: changed('the system is told nothing'),
  },
  time: { duration: taken, variable: taken },
  confirm: { none: taken, text: taken, form: taken },
} as const satisfies Record<string, Record<string, Case>>

export type Family = keyof typeof coverage

/** What becomes of something that a package names; what nobody has seen yet is refused. */
export function caseOf(family: Family, name: string): Case {
  const cases: Record<string, Case> = coverage[family]
  const known = Object.hasOwn(cases, name) ? cases[name] : undefined
  return known ?? refused(`nobody has described "${name}" yet`)
}

export const isTaken = (family: Family, name: string): boolean =>
  caseOf(family, name).outcome === 'taken'
