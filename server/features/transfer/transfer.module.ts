import { Module } from '@nestjs/common';
import { TransferController } from './transfer.controller.js';

@Module({ controllers: [TransferController] })
export class TransferModule {}
