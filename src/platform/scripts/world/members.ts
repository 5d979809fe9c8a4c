/**
 * Members of ELMA365 that scripts do not have here. The migration reports them before a script runs; a script that
 * uses one fails with its name.
 */
const ABSENT_MEMBERS = [
  ...['serial', 'statusHistory', 'getFolders', 'createFolder', 'getSettings', 'batch'],
  ...['getPermissions', 'setPermissions', 'hasPermission', 'getNomenclature', 'fts'],
  ...['unarchiveApprovalList', 'getApprovalArchivedLists', 'getInformArchivedLists', 'getTimers'],
  ...['setResponsible', 'getTemplate', 'getFolder', 'setFolder', 'subscribe', 'unsubscribe'],
  ...['getSubscribers', 'getSignHistory', 'uploadSign', 'getDataSigns', 'setFilter', 'clearFilter'],
  ...['createFromLink', 'createWithAuthData', 'requestPasswordRecovery', 'setPositions'],
  ...['assignToPosition', 'removeFromPosition', 'block', 'unblock', 'getLocale', 'timezone'],
  ...['addItem', 'createTree', 'createItem', 'validate', 'addChild', 'removeChild', 'moveToParent'],
  ...['addVersion', 'addVersionFromLink', 'getFileMD5Hash', 'getGeneralSettings'],
  ...['getSpecialDays', 'getWorkingTime', 'getUsers', 'cookie', 'setFile', 'arrayBuffer'],
]

/** Those whose last name exists elsewhere. */
const ABSENT_PATHS = [
  ...['System.replacements', 'System.timezones', 'System.templater', 'System.digitalSigns'],
  ...['System.lines', 'System.portals', 'Namespace.portal', 'Namespace.services'],
  ...['System.storage', 'System.processes', 'System.users.create', 'System.userGroups.create'],
  ...['System.organisationStructure.save', 'System.organisationStructure.search'],
  ...['Namespace.name', 'Application.name', 'Application.params', 'Global.processes'],
  'Global.params',
]

const ABSENT_NAMES = ['FormData', 'Permissions', 'PermissionValue', 'PermissionType', 'SR']

/** Strings and comments use no members. */
const withoutTexts = (source: string): string =>
  source.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
    (found) => (found.startsWith('/') ? ' ' : '""'),
  )

/** What follows `data` and `fields` is the code of a field. */
const MEMBER = /(?<!\.\s*(?:data|fields)\s*\??)\.\s*([A-Za-z_]\w*)/g

const pathPattern = (path: string): RegExp =>
  new RegExp(`(?<![.\\w])${path.split('.').join('\\s*\\??\\.\\s*')}\\b`)

/** Absent members that a program uses, sorted by name. */
export function findAbsent(source: string): string[] {
  const code = withoutTexts(source)
  const members = Array.from(code.matchAll(MEMBER), ([, name = '']) => name)
  const names = Array.from(code.matchAll(/(?<![.\w])([A-Z]\w*)/g), ([, name = '']) => name)
  const found = [
    ...members.filter((name) => ABSENT_MEMBERS.includes(name)),
    ...ABSENT_PATHS.filter((path) => pathPattern(path).test(code)),
    ...names.filter((name) => ABSENT_NAMES.includes(name)),
  ]
  return [...new Set(found)].sort()
}
