import type { CloudDocumentService } from '../../core/cloud-files/document-service.ts';
import type { CloudDocuments, CloudFiles, CloudSheets } from '../../core/cloud-files/port.ts';
import type { Reach } from '../../core/cloud-files/reach.ts';
import type { CloudFileService } from '../../core/cloud-files/service.ts';
import type { CloudSheetService } from '../../core/cloud-files/sheet-service.ts';
import { token } from '../token.ts';

export const cloudFileTokens = {
  vendorFiles: token<CloudFiles>('vendor-files'),
  vendorDocuments: token<CloudDocuments>('vendor-documents'),
  vendorSheets: token<CloudSheets>('vendor-sheets'),
  cloudReach: token<Reach>('cloud-reach'),
  cloudFiles: token<CloudFileService>('cloud-files'),
  cloudDocuments: token<CloudDocumentService>('cloud-documents'),
  cloudSheets: token<CloudSheetService>('cloud-sheets'),
};
