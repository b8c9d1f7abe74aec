import { Module } from '@nestjs/common';
import { UpcomingController } from './upcoming.controller.js';

@Module({ controllers: [UpcomingController] })
export class UpcomingModule {}
