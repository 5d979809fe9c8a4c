/** Kinds of objects that are hidden from callers without a right to them. */
export const SECRET = [
  'item',
  'file',
  'trashed file',
  'body',
  'directory',
  'channel',
  'message',
  'task',
  'instance',
  'incident',
  'import',
  'registration',
  'segment',
  'subscriber',
  'preference',
  'notification',
  'substitution',
  'token',
  'session',
  'draft',
  'report schedule',
] as const

/** Kinds whose existence is public, and why. */
export const OPEN = {
  user: 'everybody can see all users: user/list returns them',
  group: 'the groups and the org chart are shown to everybody by scheme/groups',
  definition: 'workspaces, apps, processes, pages and modules are listed by scheme/* for any token',
  nomenclature: 'offices and folders are listed for everybody who registers',
  'job lock': 'its random id is the credential of the worker that fetched the job',
  'restore point': 'its random id is the credential of the program that answers',
  'chosen id': 'the caller chooses it for something new; a conflict tells only that it is taken',
} as const

/** Operations for administrators refuse everybody else before they look at an id. */
export const ADMINISTRATORS_ONLY = 'administrators only'

export type Kind = (typeof SECRET)[number] | keyof typeof OPEN

/** The kind of each id in each operation; the first match counts. */
const PLACES: [operation: RegExp, place: RegExp, kind: Kind][] = [
  [/^/, /statusGroupId$/, 'definition'],
  [/^access\.revokeToken/, /^P\.id/, 'token'],
  [/^access\.endSession/, /^P\.id/, 'session'],
  [/^access\./, /^(P\.id|I\.user)/, 'user'],
  [/^apps\.listApps/, /^I\.ids/, 'definition'],
  [/^apps\.makeDocument/, /^I\.template/, 'definition'],
  [/^apps\./, /^I\.fileHash/, 'body'],
  [/^apps\.import(Status|Errors)/, /^(I\.importId|P\.id)/, 'import'],
  [/^apps\./, /^(P\.id|I\.ids)/, 'item'],
  [/^reports\./, /receivers\[\]$/, 'group'],
  [/^reports\./, /./, 'report schedule'],
  [/^drafts\.preview$/, /^I\.user/, 'user'],
  [/^drafts\./, /./, 'draft'],
  [/^disk\.upload(Temporary|ToDirectory|Version|Links)/, /^I\.hash/, 'chosen id'],
  [
    /^disk\.(createDirectory|moveFiles|changeDirectory)/,
    /^I\.(directory|parent|directoryID)$/,
    'directory',
  ],
  [/^disk\.(makeFiles|searchFiles)/, /directory$/, 'directory'],
  [
    /^disk\.(listDirectories|getDirectory|uploadToDirectory|changeDirectory|deleteDirectory)/,
    /./,
    'directory',
  ],
  [/^disk\.(restoreFiles|purgeFiles)/, /./, 'trashed file'],
  [/^disk\./, /hash/, 'body'],
  [/^disk\./, /(By|user)$/, 'user'],
  [/^disk\./, /^(P\.id|I\.fileIds)/, 'file'],
  [/^(contracts|docflow)\./, /./, 'item'],
  [/^bpm\.restore$/, /./, 'restore point'],
  [/^(bpm\.listByTemplateId|processes\.(get|statistics))$/, /^P\.id/, 'definition'],
  [/^(bpm|processes)\./, /^I\.(template|process)$/, 'definition'],
  [/^bpm\.(retryIncident|restartStep|skipStep|repairIncidents)/, /./, 'incident'],
  [/^(bpm|processes)\./, /./, 'instance'],
  [/^nomenclature\./, /./, 'nomenclature'],
  [/^registration\.(change|cancel)/, /./, 'registration'],
  [/^registration\./, /reservation/, 'registration'],
  [/^registration\./, /./, 'item'],
  [/^marketing\./, /preference/, 'preference'],
  [/^marketing\.subscribe$/, /item$/, 'item'],
  [/^marketing\.(unsubscribe|listConsents)/, /./, 'subscriber'],
  [/^marketing\.(listSubscribers|listSegmentSubscribers|\w+Subscribers)/, /^I\.ids/, 'subscriber'],
  [/^marketing\./, /./, 'segment'],
  [/^messages\./, /files\[\]$/, 'file'],
  [/^messages\./, /hash$/, 'body'],
  [/^messages\./, /(mentions|author)\[\]$/, 'user'],
  [/^messages\./, /[mM]embers\[\]$/, 'group'],
  [/^messages\./, /^P\.channel/, 'channel'],
  [/^messages\.(change|read)?[cC]hannel$/, /^P\.id/, 'channel'],
  [/^messages\.(activity|readObject)/, /^P\.id/, 'item'],
  [/^messages\./, /^P\.target/, 'item'],
  [/^messages\./, /^P\.id/, 'message'],
  [/^notifications\./, /./, 'notification'],
  [/^scheme\.get(Document|Page|Module)/, /./, 'definition'],
  [/^scheme\.memberships/, /./, 'user'],
  [/^scheme\./, /./, 'group'],
  [/^substitutions\.end/, /./, 'substitution'],
  [/^substitutions\./, /./, 'user'],
  [/^tasks\.ofItem/, /./, 'item'],
  [/^tasks\.listOfUser/, /^P\.id/, 'user'],
  [/^tasks\.create$/, /item\.id$/, 'item'],
  [/^tasks\./, /files\[\]$/, 'file'],
  [/^tasks\./, /(userId|performer|watchers\[\])$/, 'user'],
  [/^tasks\./, /instanceId/, 'instance'],
  [/^tasks\./, /./, 'task'],
  [/^users\./, /./, 'user'],
  [/^workers\./, /lock$/, 'job lock'],
]

export const kindAt = (operation: string, place: string): Kind | undefined =>
  PLACES.find(([name, where]) => name.test(operation) && where.test(place))?.[2]

/** Operations that take field values: `named-objects.test.ts` tests each of them. */
export const TAKE_VALUES = [
  'apps.changeMany',
  'apps.createItem',
  'apps.createItems',
  'apps.setStatus',
  'apps.updateItem',
  'apps.upsertItems',
  'bpm.changeContext',
  'bpm.restore',
  'bpm.run',
  'contracts.createItem',
  'contracts.updateItem',
  'parameters.set',
  'processes.modify',
  'processes.modifyMany',
  'reports.changeSchedule',
  'reports.createSchedule',
  'reports.listRows',
  'tasks.submit',
  'workers.complete',
  'workers.sendMessage',
  'workers.throwError',
]

/** Inputs of arbitrary JSON that never name an object to act upon. */
export const OTHER_JSON: [place: RegExp, why: string][] = [
  [/^I\.fields\{\}/, 'codes of fields to be shown'],
  [/^I\.(filter|where)\{\}/, 'conditions over what the caller may read'],
  [/^I\.value$/, 'a setting of one’s own'],
  [/^I\.values\{\}/, 'values that a decision is made with'],
  [/^I\.edits\[\]\.value$/, 'a part of a definition'],
]
