/** Fields that every list knows by these codes. */
export const ID = '__id'
export const DELETED_AT = '__deletedAt'
export const STATUS = '__status'
